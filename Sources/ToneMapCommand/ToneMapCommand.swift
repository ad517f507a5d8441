@main struct ToneMapCommand { static func main() {} }
